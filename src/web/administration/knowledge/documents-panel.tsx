import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { LoadState } from '../../shared/components/load-state.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { ListSearch } from '../components/list-search.tsx';
import { MoreButton } from '../components/more-button.tsx';
import { useDebounced } from '../state/use-debounced.ts';
import { useList } from '../state/use-list.ts';
import { DocumentItem } from './document-item.tsx';
import type { KnowledgeOfAgentProps } from './knowledge-props.ts';
import { UploadFiles } from './upload-files.tsx';

/** A list of this length is seen at a glance. */
const fewDocuments = 8;

export function DocumentsPanel(props: KnowledgeOfAgentProps) {
  const { call, text, agent, mayChange } = props;
  const search = useSignal('');
  const canSearch = useSignal(false);
  const q = useDebounced(search.value.trim());
  const params = { agent };
  const list = useList(call('listDocuments', { params, query: { q, limit: 50 } }), ({ id }) => id);
  const documents = list.items ?? [];
  useEffect(() => {
    if (documents.length > fewDocuments || list.showMore !== null) canSearch.value = true;
  }, [list.items]);
  return (
    <Panel title={text.documents} note={text.note}>
      {mayChange && <UploadFiles {...props} onChanged={list.refresh} />}
      {canSearch.value && <ListSearch label={text.search} value={search} />}
      <ul class="items" aria-busy={list.isStale}>
        {documents.map((document) => (
          <DocumentItem key={document.id} {...props} document={document} onChanged={list.refresh} />
        ))}
      </ul>
      <LoadState
        isLoaded={list.items !== null}
        isEmpty={list.items !== null && !list.isStale && documents.length === 0}
        empty={q === '' ? text.empty : text.noneFound}
        problem={list.problem}
        onRetry={() => void list.refresh()}
      />
      <MoreButton {...list} />
    </Panel>
  );
}
