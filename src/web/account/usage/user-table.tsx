import { useEffect } from 'preact/hooks';
import type { TenantUsage } from '#contract/hosted.ts';
import type { QuotaDimension } from '#contract/quota.ts';
import { TableFrame } from '../../shared/components/table-frame.tsx';
import { useAccount } from '../account-context.ts';
import { BlockSwitch } from '../people/block-switch.tsx';
import { loadBlocked } from '../people/blocked.ts';
import { words } from '../text/words.ts';
import { count } from './dimension.ts';

interface UserTableProps {
  readonly users: TenantUsage['users'];
  readonly dimension: QuotaDimension;
}

export function UserTable({ users, dimension }: UserTableProps) {
  const account = useAccount();
  const own = account.data.user.id;
  useEffect(() => void loadBlocked(account).catch(() => undefined), [account]);
  const most = Math.max(1, ...users.map(({ month }) => month[dimension]));
  const sorted = users.toSorted((left, right) => right.month[dimension] - left.month[dimension]);
  return (
    <TableFrame label={`${words().usage.byUser}: ${words().dimensions[dimension]}`}>
      <thead>
        <tr>
          <th scope="col">{words().usage.user}</th>
          <th scope="col" class="number">
            {words().usage.todayColumn}
          </th>
          <th scope="col" class="number">
            {words().usage.monthColumn}
          </th>
          <th scope="col">
            <span class="visually-hidden">{words().people.sending}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ external_user_id: id, email, today, month }) => (
          <tr key={id}>
            <th scope="row" class="user-name" dir="auto">
              {email ?? id}
            </th>
            <td class="number">{count(today[dimension])}</td>
            <td class="number">
              <span class="share">
                <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect class="chart-bar" width={(month[dimension] / most) * 100} height="1" />
                </svg>
                {count(month[dimension])}
              </span>
            </td>
            <td>{id !== own && <BlockSwitch identity={id} name={email ?? id} />}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
