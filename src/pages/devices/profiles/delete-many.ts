import { call } from '#api/call.ts'
import { invalidate } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import { isNotOffered } from '#components/offered/not-offered.ts'
import { deleteProfile, deleteProfiles, type Profile } from '#contract/mdm/profiles.ts'
import type { Problem } from '#contract/problem.ts'

export type Outcome = 'moved' | 'deleted' | 'refused' | 'not sent'
export type Result = { id: string; name: string; outcome: Outcome; why?: string }

/** Most that one call names. */
const batchSize = 1000

/**
 * All in one call, which the server takes as a whole or not at all. Where it does not, one after the other, so that
 * each has an answer of its own.
 */
export async function deleteMany(profiles: readonly Profile[]): Promise<Result[]> {
  try {
    const results: Result[] = []
    for (let from = 0; from < profiles.length; from += batchSize) {
      const part = profiles.slice(from, from + batchSize)
      results.push(...((await deletedTogether(part)) ?? (await oneByOne(part))))
    }
    return results
  } finally {
    await invalidate(deleteProfiles.changes)
  }
}

/** Undefined where the call as a whole was refused. */
async function deletedTogether(profiles: readonly Profile[]): Promise<Result[] | undefined> {
  try {
    await call(deleteProfiles, { profile_ids: profiles.map(idOf) })
    return profiles.map(done)
  } catch (error) {
    const problem = problemOf(error)
    if (stopsAll(problem)) throw problem
    return undefined
  }
}

async function oneByOne(profiles: readonly Profile[]): Promise<Result[]> {
  const results: Result[] = []
  let stopped: Problem | undefined
  for (const profile of profiles) {
    if (stopped) {
      results.push({ ...named(profile), outcome: 'not sent', why: sentence(stopped) })
      continue
    }
    try {
      await call(deleteProfile, { profile_id: idOf(profile) })
      results.push(done(profile))
    } catch (error) {
      const problem = problemOf(error)
      if (stopsAll(problem)) stopped = problem
      results.push({ ...named(profile), outcome: 'refused', why: sentence(problem) })
    }
  }
  return results
}

/** With the next one it would be the same: nobody is signed in, no right, too many calls, no service. */
const stopsAll = (problem: Problem) =>
  !isNotOffered(problem) && ([0, 401, 403, 429].includes(problem.status) || problem.status >= 500)

const idOf = ({ profile_id = '' }: Profile) => profile_id
const named = (profile: Profile) => ({ id: idOf(profile), name: profile.profile_name || idOf(profile) })
const done = (profile: Profile): Result => ({
  ...named(profile),
  outcome: profile.is_moved_to_trash === true ? 'deleted' : 'moved',
})
const sentence = ({ message, next }: Problem) => `${message.replace(/\.$/, '')}. ${next}`
