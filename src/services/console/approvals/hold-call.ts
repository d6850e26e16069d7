import { lapseDays } from '#contract/console/approvals.ts'
import { type Endpoint, isDangerous } from '#contract/endpoint.ts'
import type { Guarded } from '#contract/console/guarded-actions.ts'
import { guardedActions } from '#contract/console/guarded-words.ts'
import { toWireInput } from '#contract/http/http.ts'
import type { JsonObject } from '#contract/json.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import { targetOf } from '#platform/audit-target.ts'
import type { GuardedCall, People, Person } from '#platform/console.ts'
import type { ItemStore, NewItem } from '#services/console/jobs/item-store.ts'
import type { JobStore } from '#services/console/jobs/job-store.ts'
import { type JobSeal, starterOf } from '#services/console/jobs/sealed-input.ts'
import type { Requests } from './requests.ts'

type Parts = {
  store: JobStore
  items: ItemStore
  seal: JobSeal
  requests: Requests
  people: Pick<People, 'callAs' | 'credentialOf'>
}
export type HoldCall = (call: GuardedCall, person: Person, guarded: Guarded) => Promise<void>

/** Pending requests per user, so that repeated attempts do not flood the list of approvals. */
const maxHeld = 100
/** Number of devices whose names are looked up. */
const maxNamed = 50
const namingMs = 5000

export const stateOfHeldJob = {
  state: 'held',
  why_code: 'HELD',
  why_message: `Nothing more is sent until a second person approves it, within ${lapseDays} days.`,
} as const

/** Turns a call that needs approval into a held job. */
export const holdCall =
  ({ store, items, seal, requests, people }: Parts): HoldCall =>
  async ({ endpoint, asked }, person, guarded) => {
    const { site, owner, name } = person
    if ((await requests.heldOf(site, owner)) >= maxHeld) throw tooManyHeld()
    const kept = await people.credentialOf(person)
    if (!kept) throw new Problem('SIGNED_OUT')
    const isByItem = namesItems(endpoint, guarded)
    const wire = toWireInput(endpoint, asked.input)
    const input = isByItem ? without(wire, endpoint.job?.subject) : wire
    const named = await namesOf(people, person, endpoint, guarded)
    const about = isByItem ? guarded.subjects : guarded.subjects.slice(0, 1)
    const planned = (about.length > 0 ? about : [endpoint.id]).map((subject, at): NewItem => ({
      n: at + 1,
      subject,
      label: named.get(subject) ?? (isByItem ? subject : targetOf(endpoint, asked.input)),
      detail: '',
      sealed: null,
      given: '',
      outcome: 'waiting',
      remark: '',
    }))
    const id = await store.create({
      site,
      owner,
      user_name: name,
      endpoint: endpoint.id,
      title: guardedActions[guarded.action].label,
    })
    await items.add(id, 0, planned, [])
    await requests.ask(id, guarded.action)
    const change = {
      ...stateOfHeldJob,
      is_one_call: isByItem ? 0 : 1,
      sealed: seal.closeInput(id, { input, why: asked.beside, erased: [], starter: starterOf(person) }),
      credential: seal.closeCredential(id, kept.credential),
      session: kept.session,
      is_confirmed: isDangerous(endpoint, asked.input) ? 1 : 0,
      started_at: Date.now(),
    }
    if (await requests.hold({ job: id, site, owner }, change, maxHeld)) return
    await items.remove(id)
    await store.remove(id)
    throw tooManyHeld()
  }

const tooManyHeld = () => new Problem('TOO_MANY_HELD', undefined, { service: 'console' })

/** Whether items can be approved individually: the call lists its subjects. */
const namesItems = ({ job }: Endpoint, { subjects, isOpen = false }: Guarded) =>
  job?.batchSize !== undefined && !job.input && !isOpen && subjects.length > 0

const without = (wire: JsonObject, name = ''): JsonObject =>
  Object.fromEntries(Object.entries(wire).filter(([one]) => one !== name))

/** Device names for approvers, who do not recognize IDs. Devices without a name keep their ID. */
async function namesOf(people: Parts['people'], person: Person, endpoint: Endpoint, { subjects }: Guarded) {
  const names = new Map<string, string>()
  if (!endpoint.id.startsWith('mdm.')) return names
  const signal = AbortSignal.timeout(namingMs)
  for (const device_id of subjects.slice(0, maxNamed)) {
    if (signal.aborted) break
    const found = await people.callAs(person, getDevice, { device_id }, signal).catch(() => undefined)
    if (found?.device_name) names.set(device_id, found.device_name)
  }
  return names
}
