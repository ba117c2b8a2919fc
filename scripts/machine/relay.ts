import { relayTo } from './registry-relay.ts';

/** Runs inside of a network namespace, whose only interface is loopback. */
const [path = '', port = ''] = process.argv.slice(2);
await relayTo(path, Number(port));
console.log('relaying');
