import { Screen } from './screen.tsx';

interface NotFoundProps {
  readonly title: string;
  readonly body: string;
  /** Where those are that exist. */
  readonly href: string;
  readonly list: string;
}

/** The whole screen of something that does not exist, instead of its parts. */
export function NotFound({ title, body, href, list }: NotFoundProps) {
  return (
    <Screen title={title}>
      <p>{body}</p>
      <div>
        <a class="button" href={href}>
          {list}
        </a>
      </div>
    </Screen>
  );
}
