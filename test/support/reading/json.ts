/** JSON as tests read it: a member that is missing is a comparison that fails, not a type error. */
export type Json = { readonly [member: string]: Json | undefined } & {
  map?<T>(each: (item: Json) => T): T[];
};
