import { ListState } from '../components/read-state.tsx';
import { useList } from '../state/use-list.ts';
import { ToolItem } from './tool-item.tsx';
import type { ServerProps } from './tools-props.ts';

/** What one server offers, against what is approved. */
export function ServerTools(props: ServerProps) {
  const { call, text, server } = props;
  const list = useList(call('listTools', { params: { server: server.id } }), ({ name }) => name);
  return (
    <section class="stack deliveries" aria-label={`${text.toolsOf} ${server.name}`}>
      <ListState list={list} empty={text.noTools} />
      <ul class="items">
        {list.items?.map((tool) => (
          <ToolItem key={tool.name} {...props} tool={tool} onToolChanged={list.refresh} />
        ))}
      </ul>
    </section>
  );
}
