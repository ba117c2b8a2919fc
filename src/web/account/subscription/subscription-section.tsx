import { Panel } from '../../shared/components/panel.tsx';
import { useAccount } from '../account-context.ts';
import { words } from '../text/words.ts';
import { count, dimensions } from '../usage/dimension.ts';

export function SubscriptionSection() {
  const { subscription } = useAccount().data;
  const { subscription: text } = words();
  const limit = (value: number | null) => (value === null ? text.noLimit : count(value));
  return (
    <>
      <p class="note">{text.note}</p>
      <Panel title={text.status}>
        <p class="subscription-status">
          <span class={subscription.chat_allowed ? 'badge accent' : 'badge danger'}>
            {text.statuses[subscription.status]}
          </span>
        </p>
        <p>{subscription.chat_allowed ? text.allowed : text.notAllowed}</p>
      </Panel>
      <Panel title={text.limits}>
        <dl class="facts">
          <Fact name={text.shared} value={limit(subscription.daily_limit)} />
          {dimensions.map((name) => (
            <Fact
              key={name}
              name={text.eachUser(words().dimensions[name])}
              value={limit(subscription.user_limits[name])}
            />
          ))}
          <Fact
            name={words().dimensions.deep_dive}
            value={subscription.deep_dive_enabled ? text.enabled : text.notEnabled}
          />
        </dl>
      </Panel>
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
