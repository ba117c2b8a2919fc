import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { Badge, type Tone } from '../components/badge.tsx';
import { useAdministration } from '../state/administration.ts';
import { documentIdOf, fileEndings, mediaTypeOf, mostFileBytes, titleOf } from './file-kind.ts';
import type { KnowledgeOfAgentProps } from './knowledge-props.ts';
import { wordsForUnread } from './words-for-unread.ts';

type UploadState = 'waiting' | 'reading' | 'added' | 'replaced' | 'unchanged' | 'refused';

interface Upload {
  /** Its place in the list. */
  readonly place: number;
  readonly name: string;
  readonly state: UploadState;
  /** Why it was refused. */
  readonly problem: string | null;
}

const tones: Record<UploadState, Tone> = {
  waiting: 'plain',
  reading: 'plain',
  added: 'accent',
  replaced: 'accent',
  unchanged: 'plain',
  refused: 'danger',
};

interface UploadFilesProps extends KnowledgeOfAgentProps {
  readonly onChanged: () => Promise<void>;
}

/** A place where files are dropped or chosen, and what became of each. */
export function UploadFiles(props: UploadFilesProps) {
  const { text, onChanged } = props;
  const store = useStoreFile(props);
  const inputId = useId();
  const isOver = useSignal(false);
  const uploads = useSignal<readonly Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const change = (place: number, now: Partial<Upload>) => {
    uploads.value = uploads.value.map((each) => (each.place === place ? { ...each, ...now } : each));
  };
  // One after the other: the service reads one document of a client at a time.
  const add = (files: Iterable<File>) => {
    for (const file of files) {
      const place = uploads.peek().length;
      uploads.value = [...uploads.peek(), { place, name: file.name, state: 'waiting', problem: null }];
      queue.current = queue.current.then(async () => {
        change(place, { state: 'reading' });
        change(place, await store(file));
        await onChanged();
      });
    }
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen by the field inside as well */}
      <div
        class={isOver.value ? 'drop-zone over' : 'drop-zone'}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => {
          isOver.value = false;
        }}
        onDrop={(event) => {
          event.preventDefault();
          isOver.value = false;
          add(event.dataTransfer?.files ?? []);
        }}
      >
        <p>
          {text.drop}{' '}
          <label class="file-button" for={inputId}>
            {text.choose}
          </label>
        </p>
        <input
          id={inputId}
          class="visually-hidden"
          type="file"
          multiple
          accept={fileEndings}
          onChange={({ currentTarget }) => {
            add(currentTarget.files ?? []);
            currentTarget.value = '';
          }}
        />
        <p class="note">{text.formats}</p>
      </div>
      <ul class="uploads" aria-label={text.files} aria-live="polite">
        {uploads.value.map(({ place, name, state, problem }) => (
          <li key={place}>
            <span class="breaking" dir="auto">
              {name}
            </span>
            <Badge tone={tones[state]}>{text.states[state]}</Badge>
            {problem !== null && <p class="field-problem">{problem}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Sends one file, and says what became of it. */
function useStoreFile({ call, text, agent }: KnowledgeOfAgentProps) {
  const { api, tell } = useAdministration();
  return async (file: File): Promise<Partial<Upload>> => {
    const { name, size } = file;
    const type = mediaTypeOf(name);
    if (type === null) return { state: 'refused', problem: text.refusals.kind };
    if (size > mostFileBytes) return { state: 'refused', problem: text.refusals.too_large };
    const params = { agent, document: documentIdOf(name) };
    const query = { title: titleOf(name) };
    try {
      const headers = { 'content-type': type };
      const stored = await api.send(call('putDocument', { params, query }), { file, headers });
      const { created_at: created, updated_at: updated } = stored.document;
      if (!stored.changed) return { state: 'unchanged' };
      return { state: created === updated ? 'added' : 'replaced' };
    } catch (error) {
      const problem = wordsForUnread(error, text);
      return { state: 'refused', problem: problem ?? tell(error) };
    }
  };
}
