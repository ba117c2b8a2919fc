import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ListState } from '../components/read-state.tsx';
import { SecretDialog } from '../dialogs/secret-dialog.tsx';
import { useAdministration } from '../state/administration.ts';
import type { List } from '../state/use-list.ts';

export type OnSecret = (secret: string) => void;

interface EndpointListProps<T> {
  readonly title: string;
  readonly text: Readonly<Record<'note' | 'empty' | 'secretTitle' | 'secretBody', string>>;
  readonly list: List<T>;
  /** What adds one; null where the reader may not. */
  readonly add: ((onSecret: OnSecret) => ComponentChildren) | null;
  readonly children: (endpoint: T, onSecret: OnSecret) => ComponentChildren;
}

/** Addresses of a tenant to which the service sends signed requests. The secret of each is shown once. */
export function EndpointList<T>({ title, text, list, add, children }: EndpointListProps<T>) {
  const { Section } = useAdministration();
  const secret = useSignal<string | null>(null);
  const endpoints = list.items ?? [];
  const onSecret = (shown: string) => {
    secret.value = shown;
    void list.refresh();
  };
  return (
    <>
      <Section title={title} note={text.note} tools={add?.(onSecret)}>
        <ListState list={list} empty={text.empty} />
        {endpoints.length > 0 && (
          <ul class="items">{endpoints.map((endpoint) => children(endpoint, onSecret))}</ul>
        )}
      </Section>
      {secret.value !== null && (
        <SecretDialog
          title={text.secretTitle}
          note={text.secretBody}
          secret={secret.value}
          onClose={() => {
            secret.value = null;
          }}
        />
      )}
    </>
  );
}
