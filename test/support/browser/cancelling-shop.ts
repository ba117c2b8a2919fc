import type { FrameLocator, Locator, Page } from 'playwright-core';
import { type PartnerShop, startPartnerShop } from '../tools/partner-shop.ts';
import { addServer, approve, cancelling, refresh } from '../tools/partner-tools.ts';
import type { Hosted, Tenant } from '../world/hosted.ts';
import { Partner } from '../world/partner.ts';

/** A shop of the tenant, whose `cancel_order` is approved. */
export async function openCancellingShop({ api }: Hosted, tenant: Tenant): Promise<PartnerShop> {
  const shop = await startPartnerShop();
  const partner = new Partner(api, tenant.client, tenant.key);
  const { id } = await addServer(partner, shop);
  await refresh(partner, id);
  await approve(partner, id, 'cancel_order', cancelling);
  return shop;
}

export function cancelledIn(shop: PartnerShop): readonly (string | undefined)[] {
  return shop.effects().map((effect) => effect.split(' ').at(-1));
}

/** Asks the demo, which wants to call the tool. Returns the question that its reader is asked. */
export async function askToCancel(chat: Page | FrameLocator, order: string): Promise<Locator> {
  const prompt = `[[tool:shop_cancel_order {"order_id":"${order}"}]]`;
  await chat.getByRole('textbox', { name: 'Message' }).fill(prompt);
  await chat.getByRole('button', { name: 'Send' }).click();
  const cards = chat.getByRole('group', { name: 'Confirmation' });
  const asked = cards.filter({ hasText: `Cancel order ${order}?` });
  await asked.getByRole('button', { name: 'Confirm' }).waitFor();
  return asked;
}

/** From then on nothing can be decided that waits for a decision now. */
export async function expireIn({ api }: Hosted, seconds: number): Promise<void> {
  await api.database.query(
    "update tool_calls set decide_until = now() + make_interval(secs => $1) where status = 'pending'",
    [seconds],
  );
}
