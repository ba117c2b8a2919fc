import { Panel } from '../../shared/components/panel.tsx';
import { TableFrame } from '../../shared/components/table-frame.tsx';
import { useAccount } from '../account-context.ts';
import { words } from '../text/words.ts';
import { count, dimensions } from './dimension.ts';

/**
 * The end users with the highest use today, and a warning when one visitor of an embedded chat could use up the
 * limit.
 */
export function TopToday() {
  const { top_today: top, unguarded } = useAccount().usage.value;
  return (
    <Panel title={words().usage.topToday}>
      {unguarded && (
        <p class="warning" role="note">
          {words().usage.unguarded}
        </p>
      )}
      {top.length === 0 ? (
        <p class="empty">{words().usage.emptyToday}</p>
      ) : (
        <TableFrame label={words().usage.topToday}>
          <thead>
            <tr>
              <th scope="col">{words().usage.user}</th>
              {dimensions.map((name) => (
                <th key={name} scope="col" class="number">
                  {words().dimensions[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {top.map(({ external_user_id: id, email, today }) => (
              <tr key={id}>
                <th scope="row" class="user-name" dir="auto">
                  {email ?? id}
                </th>
                {dimensions.map((name) => (
                  <td key={name} class="number">
                    {count(today[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
    </Panel>
  );
}
