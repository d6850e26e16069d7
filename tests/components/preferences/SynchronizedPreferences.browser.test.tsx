import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import * as z from 'zod/mini'
import { queryClient } from '#api/client.ts'
import { useTableKey } from '#api/may.ts'
import { sessionQuery } from '#api/session.ts'
import { SynchronizedPreferences } from '#components/preferences/SynchronizedPreferences.tsx'
import { keepPreferences, listPreferences } from '#contract/console/preferences.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import { useStored } from '#ui/table/state/stored.ts'
import { draftsBelow, dropDraft, readDraft, writeDraft } from '#ui/wizard/wizard-draft.ts'
import { answering } from '../../support/answering.ts'

const who = 'main/local/ann/'
const ann: SessionState = {
  state: 'signed-in',
  user: { name: 'ann', email: '', authType: 'local', permissions: [] },
  by: 'password',
  site: { name: 'main', title: 'Main' },
  sites: [],
  demo: false,
}
/** What the account has. */
let account: Map<string, string>
let isAway: boolean

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, ann)
  account = new Map()
  isAway = false
  const unlessAway = <T,>(answer: () => T) => (isAway ? new Problem('UPSTREAM_UNREACHABLE') : answer())
  answering({
    [listPreferences.id]: () =>
      unlessAway(() => ({ preferences: [...account].map(([name, value]) => ({ name, value })) })),
    [keepPreferences.id]: (body) =>
      unlessAway(() => {
        for (const { name, value } of body.preferences as { name: string; value?: string }[]) {
          if (value === undefined) account.delete(name)
          else account.set(name, value)
        }
        return {}
      }),
  })
})

function Density() {
  const [density, setDensity] = useStored(useTableKey('devices'), z.string(), 'comfortable')
  return <button onClick={() => setDensity('compact')}>{density}</button>
}

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <SynchronizedPreferences />
      <Density />
    </QueryClientProvider>,
  )
const patient = { timeout: 20_000 }

test('what somebody sets in one browser is there in the next', async () => {
  const first = await open()
  await page.getByRole('button', { name: 'comfortable' }).click()
  await expect.poll(() => account.get('table/devices'), patient).toBe('"compact"')
  await first.unmount()

  localStorage.clear() // another browser
  await open()
  await expect.element(page.getByRole('button', { name: 'compact' }), patient).toBeVisible()
})

test('what a browser held before is taken over, and nothing of somebody else', async () => {
  localStorage.setItem(`triptych-table.${who}phones.views`, '[{"name":"Silent","search":"a"}]')
  localStorage.setItem('triptych-table.main/local/bob/phones', '{}')
  writeDraft(`${who}new-request`, { commonName: 'vpn', password: 'secret' }, ['password'])
  await open()
  await expect
    .poll(() => [...account], patient)
    .toEqual([
      ['table/phones.views', '[{"name":"Silent","search":"a"}]'],
      ['draft/new-request', '{"commonName":"vpn"}'],
    ])
})

test('a draft comes to another browser, and goes when it is sent there', async () => {
  account.set('draft/new-request', '{"commonName":"vpn"}')
  await open()
  await expect.poll(() => readDraft(`${who}new-request`), patient).toEqual({ commonName: 'vpn' })
  dropDraft(`${who}new-request`)
  await expect.poll(() => account.size, patient).toBe(0)
})

test('a draft that was sent in another browser is gone here', async () => {
  const first = await open()
  writeDraft(`${who}new-request`, { commonName: 'vpn' }, [])
  await expect.poll(() => account.has('draft/new-request'), patient).toBe(true)
  await expect.poll(() => draftsBelow(who).get('synced'), patient).toContain('draft/new-request')
  await first.unmount()
  account.clear()
  await open()
  await expect.poll(() => readDraft(`${who}new-request`), patient).toBeUndefined()
})

test('without its account a browser goes on, and tells it later', async () => {
  isAway = true
  await open()
  await page.getByRole('button', { name: 'comfortable' }).click()
  await expect.element(page.getByRole('button', { name: 'compact' })).toBeVisible()
  isAway = false
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => account.get('table/devices'), patient).toBe('"compact"')
})
