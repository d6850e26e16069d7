/** Bulk changes of devices, groups and profiles. */
import type { JobRow } from '#contract/endpoint.ts'

/** Idempotent: sets the given values. */
export const editJob: JobRow = { subject: 'device_id', kind: 'device', isRepeatable: true }
/** Existing members are ignored. */
export const joinJob: JobRow = { subject: 'member_ids', kind: 'device', batchSize: 100, isRepeatable: true }
/** One call per member, since a call for several succeeds or fails as a whole. */
export const leaveJob: JobRow = { subject: 'member_id', kind: 'device' }
/** Not repeatable: a second call would delete the profile from the trash. */
export const trashJob: JobRow = { subject: 'profile_id', kind: 'profile' }
