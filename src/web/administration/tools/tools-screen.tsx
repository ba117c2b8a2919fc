import { EndpointList } from '../endpoints/endpoint-list.tsx';
import { useList } from '../state/use-list.ts';
import { AddServer } from './add-server.tsx';
import { ServerItem } from './server-item.tsx';
import type { ToolsProps } from './tools-props.ts';

/** The servers of a tenant's tools, and what of them its agents may use. */
export function ToolsScreen(props: ToolsProps) {
  const { text, title, call, mayChange } = props;
  const list = useList(call('listToolServers', {}), ({ id }) => id);
  return (
    <EndpointList
      title={title}
      text={text}
      list={list}
      add={mayChange ? (onSecret) => <AddServer {...props} onSecret={onSecret} /> : null}
    >
      {(server, onSecret) => (
        <ServerItem key={server.id} {...props} server={server} onChanged={list.refresh} onSecret={onSecret} />
      )}
    </EndpointList>
  );
}
