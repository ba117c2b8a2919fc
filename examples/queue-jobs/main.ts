// In your own project: '@parley/client'.
import { Parley } from '../../src/sdk/index.ts';
import { cancelOne } from './cancel-one.ts';
import { queueJobs } from './queue-jobs.ts';
import { readGrowing } from './read-growing.ts';
import { resumeDropped } from './resume-dropped.ts';
import { watchPositions } from './watch-positions.ts';

/** Queues 50 jobs of two users, and reads them in every supported way. */
const { PARLEY_URL = 'http://localhost:8080/v1', PARLEY_KEY = '' } = process.env;
const client = new Parley({ baseUrl: PARLEY_URL, apiKey: PARLEY_KEY });

const jobs = await queueJobs(client, ['ada', 'grace'], 50);
const [first, middle] = [jobs[0], jobs[jobs.length / 2]];
// Requests that are sent at once arrive in any order: the last one sent need not be the last one in the queue.
const [last] = jobs
  .filter((job) => job !== first && job !== middle)
  .toSorted((one, other) => (other.position ?? 0) - (one.position ?? 0));
if (first === undefined || middle === undefined || last === undefined) throw new Error('Nothing was queued');

const [positions] = await Promise.all([
  watchPositions(client, jobs.slice(-10)),
  cancelOne(client, last),
  readGrowing(client, first),
  resumeDropped(client, middle),
]);
console.log(`${positions} changes of position were seen`);

const states = await Promise.all(jobs.map((job) => client.jobs.wait(job.uuid, job.user)));
const counts = Map.groupBy(states, ({ status }) => status);
for (const [status, group] of counts) console.log(`${status}: ${group.length}`);
