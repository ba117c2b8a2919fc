import { Type } from 'typebox';
import { systemMessageModes } from '../closed-sets.ts';
import { Nullable, oneOf } from '../resources.ts';
import { aboutPerson } from '../shared/personal.ts';

/** The settings of a client that say how its requests to `/openai/v1` are read. */
export const openAiSettings = {
  openai_system: oneOf(systemMessageModes),
  openai_user_header: Nullable(
    Type.String({
      maxLength: 64,
      description: 'The request header that names the end user at `/openai/v1`; null means none does.',
    }),
  ),
  openai_default_user: aboutPerson(
    Nullable(
      Type.String({
        description: 'The end user of a request to `/openai/v1` that names none; null means it is refused.',
      }),
    ),
  ),
};
