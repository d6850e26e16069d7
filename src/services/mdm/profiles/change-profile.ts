import type { Kysely, Transaction } from 'kysely'
import { profileStatus } from '#contract/mdm/status.ts'
import { callerName } from '#services/mdm/list-call.ts'
import { asChange } from '#services/mdm/resources/change.ts'
import { profileDescription, type StoredProfile } from '#services/mdm/resources/descriptions.ts'
import { requireResource, saveResource } from '#services/mdm/resources/resource-store.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import type { Call } from '#services/router.ts'

const statusOf = (id: keyof typeof profileStatus) => ({ profile_status_id: id, profile_status: profileStatus[id] })
/** Status before the first publication, and after changes of payloads. */
export const draft = statusOf(1)
export const publishedStatus = statusOf(110)

type Edit = (stored: StoredProfile, transaction: Transaction<DeviceTables>) => StoredProfile

/** Changes a profile on behalf of the caller. */
export const changeProfile = (db: Kysely<DeviceTables>, id: string, call: Call, edit: Edit) =>
  asChange(db, async (transaction, changed) => {
    const { content } = await requireResource<StoredProfile>(transaction, 'profile', id)
    const { profile, ...others } = { ...content, ...edit(content, transaction) }
    const last = { last_modified_by: callerName(call), last_modified_time: Date.now() }
    const description = profileDescription({ profile: { ...profile, ...last }, ...others })
    await saveResource(transaction, 'profile', description, changed)
  })
