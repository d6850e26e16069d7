/** Changes of what is kept about devices, groups and profiles, applied to many: sent once more, they change nothing. */
import type { JobRow } from '#contract/endpoint.ts'

/** The given values, whatever stands there. */
export const editJob: JobRow = { subject: 'device_id', kind: 'device', isRepeatable: true }
/** Members that are there already are ignored. */
export const joinJob: JobRow = { subject: 'member_ids', kind: 'device', batchSize: 100, isRepeatable: true }
/** Each by a call of its own: of many, a server takes all or none. */
export const leaveJob: JobRow = { subject: 'member_id', kind: 'device' }
/** Sent again, it would delete what was only to be moved to the trash. */
export const trashJob: JobRow = { subject: 'profile_id', kind: 'profile' }
