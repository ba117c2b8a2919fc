type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The form that the language has for this number: Arabic has six, Japanese one. */
export function plural(language: string, count: number, forms: Forms): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
}
