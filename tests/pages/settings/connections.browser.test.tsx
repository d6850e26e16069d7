import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import {
  checkConnections,
  connectCloud,
  connectSelfClient,
  type ConnectionView,
  disconnectCloud,
  type Finding,
  listConnections,
} from '#contract/console/connections.ts'
import { getServerProperties } from '#contract/desktop/server.ts'
import { getApiRoot } from '#contract/mdm/root.ts'
import { Problem } from '#contract/problem.ts'
import type { SignedIn } from '#contract/session.ts'
import { Component as Connections } from '#pages/settings/connections/Connections.tsx'
import { Component as Health } from '#pages/settings/health/Health.tsx'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const session: SignedIn = {
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites: [{ name: 'test', title: 'Test' }],
  user: { name: 'anna', email: '', authType: '', permissions: ['Common_Admin'] },
}
const cloud: ConnectionView = {
  name: 'hq-cloud',
  service: 'mdm',
  edition: 'cloud',
  baseUrl: 'https://mdm.example.com',
  dialect: ['Pages count from 1', 'device_id is called resource_id'],
  credential: 'a grant',
  grant: { connected: true, by: 'carla', since: Date.now() - 3_600_000 },
  scopes: ['Vendor.MDM.READ', 'Vendor.MDM.UPDATE'],
}
const findings: Finding[] = [
  { check: 'reach', level: 'good', title: 'The server responds' },
  { check: 'clock', level: 'warning', title: 'Its clock is 90 seconds late', next: 'Set the clock of the server.' },
  { check: 'version', level: 'note', title: 'It does not say its version' },
  {
    check: 'tls',
    level: 'bad',
    title: 'Its certificate has expired',
    detail: 'mdm.example.com, on 2026-11-01',
    next: 'Renew the certificate of the server.',
  },
]
const healthOf = (level: Finding['level'], found = findings) => ({
  checkedAt: Date.now(),
  connections: [{ name: 'hq-cloud', service: 'mdm', level, milliseconds: 31, findings: found }],
})

async function open(answers: Answers, Page = Connections) {
  const calls = answering({
    [listConnections.id]: { embedded: false, connections: [cloud] },
    [checkConnections.id]: healthOf('bad'),
    ...answers,
  })
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const router = createMemoryRouter([{ path: '/', element: <Page /> }])
  await renderRouter(router)
  return calls
}
const card = page.getByRole('region', { name: 'Mobile device management' })

test('what is wrong comes first, in words, with what to change; what is well is folded', async () => {
  await open({})
  await expect.element(card.getByText('Not working')).toBeVisible()
  const findingTexts = card
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent ?? '')
  expect(findingTexts.flatMap((text) => /^(Problem|Warning|Note|Good)/.exec(text)?.[0] ?? [])).toEqual([
    'Problem',
    'Warning',
    'Note',
  ])
  await expect.element(card.getByText(/Renew the certificate of the server/)).toBeVisible()
  await expect.element(card.getByText('The server responds')).not.toBeVisible()
  await card.getByText('1 check passed').click()
  await expect.element(card.getByText('The server responds')).toBeVisible()
  await expect.element(page.getByText('0 of 1 connections are working.', { exact: false })).toBeVisible()
})

test('once the server is mended, checking again says so', async () => {
  let level: Finding['level'] = 'bad'
  await open({ [checkConnections.id]: () => healthOf(level, level === 'bad' ? findings : findings.slice(0, 1)) })
  await expect.element(card.getByText('Not working')).toBeVisible()
  level = 'good'
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.element(card.getByText('Healthy', { exact: true })).toBeVisible()
})

test('once the server is mended, the page says so by itself', async () => {
  let level: Finding['level'] = 'bad'
  await open({ [checkConnections.id]: () => healthOf(level, level === 'bad' ? findings : findings.slice(0, 1)) })
  await expect.element(card.getByText('Not working')).toBeVisible()
  level = 'good'
  await expect.element(card.getByText('Healthy', { exact: true }), { timeout: 30_000 }).toBeVisible()
})

test('the page stands while the check takes its time, and says so when it fails', async () => {
  await open({ [checkConnections.id]: new Problem('FORBIDDEN') })
  await expect.element(card.getByText('https://mdm.example.com')).toBeVisible()
  await expect.element(card.getByText('Pages count from 1')).toBeVisible()
  await expect.element(page.getByRole('alert')).toBeVisible()
})

test('a self-client is connected by a code, with the scopes to copy', async () => {
  let answer: Problem | Record<string, unknown> = new Problem('invalid_code', 'The code has expired')
  const calls = await open({ [connectSelfClient.id]: () => answer })
  await card.getByRole('button', { name: 'Connect with a self-client code' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('Vendor.MDM.READ,Vendor.MDM.UPDATE')).toBeVisible()
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect.element(dialog.getByText('Enter the code of the self-client')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Code' }).fill('1000.canary-code')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect.element(dialog.getByText('The code has expired')).toBeVisible()
  await expect.element(dialog.getByText(/generate a new one in step 2/)).toBeVisible()
  answer = {}
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls.findLast(({ row }) => row === connectSelfClient.id)?.body).toEqual({
    connection: 'hq-cloud',
    code: '1000.canary-code',
  })
  const kept = [queryClient.getQueryCache().getAll(), queryClient.getMutationCache().getAll()].flat()
  expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain('canary-code')
})

test('disconnecting says what happens, and whether the identity provider knows', async () => {
  await open({ [disconnectCloud.id]: { revoked: false } })
  await expect.element(card.getByText('by carla', { exact: false })).toBeVisible()
  await card.getByRole('button', { name: 'Disconnect' }).click()
  const question = page.getByRole('dialog', { name: 'Disconnect hq-cloud?' })
  await expect.element(question.getByText(/is revoked here and at the identity provider/)).toBeVisible()
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(card.getByText(/could not be reached. The console will retry/)).toBeVisible()
})

test('connecting that is refused says why', async () => {
  await open({ [connectCloud.id]: new Problem('UNREACHABLE', undefined, { service: 'identity' }) })
  await card.getByRole('button', { name: 'Connect again' }).click()
  await expect.element(card.getByText('Check that it is running and that its address is correct.')).toBeVisible()
})

test('whoever is not signed in sees the same health, and nothing else is asked', async () => {
  const calls = await open({ [checkConnections.id]: healthOf('bad', findings.slice(1, 3)) }, Health)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Connection health' })).toBeVisible()
  await expect.element(card.getByText('Its clock is 90 seconds late')).toBeVisible()
  expect(new Set(calls.map(({ row }) => row))).toEqual(new Set([checkConnections.id]))
})

const desktop: ConnectionView = {
  name: 'hq-desktops',
  service: 'desktop',
  edition: 'on-premises',
  baseUrl: 'https://desktops.example.com',
  dialect: [],
  credential: 'the person',
}
const named = (...names: string[]) => names.map((name, at) => ({ resource_id: at + 1, name }))
const propertiesOf = (answer: object | Problem): Answers => ({
  [listConnections.id]: { embedded: false, connections: [desktop] },
  [checkConnections.id]: { checkedAt: Date.now(), connections: [] },
  [getServerProperties.id]:
    answer instanceof Problem ? answer : { message_response: { serverproperties: answer }, status: 'success' },
})

test('a desktop server names its domains, offices and groups, and leads to their computers', async () => {
  const offices = Array.from({ length: 14 }, (_, at) => `Office ${at + 1}`)
  await open(propertiesOf({ domains: named('DEMO & CO'), branch_offices: named(...offices), custom_groups: [] }))
  const properties = page.getByRole('region', { name: 'Server properties' })
  await expect
    .element(properties.getByRole('link', { name: 'DEMO & CO' }))
    .toHaveAttribute('href', '/desktops?domain=DEMO+%26+CO')
  await expect
    .element(properties.getByRole('link', { name: 'Office 1', exact: true }))
    .toHaveAttribute('href', '/desktops?office=Office+1')
  await expect.element(properties.getByText('Office 14')).not.toBeVisible()
  await properties.getByText('2 more').click()
  await expect.element(properties.getByText('Office 14')).toBeVisible()
  await expect.element(properties.getByText('None')).toBeVisible()
})

test('a desktop server that does not report a property is not said to have none', async () => {
  await open(propertiesOf({ domains: named('DEMO') }))
  const properties = page.getByRole('region', { name: 'Server properties' })
  await expect.element(properties.getByText('Not reported').first()).toBeVisible()
  expect(properties.getByText('None').elements()).toEqual([])
})

test('mobile device management says where its resources are, and what it does not say is not invented', async () => {
  await open({
    [getApiRoot.id]: { devices: 'https://mdm.example.com/api/v1/devices', reports: 'https://mdm.example.com/r' },
  })
  await expect.element(page.getByRole('region', { name: 'Resource addresses' })).not.toBeInTheDocument()
  const reader: SignedIn = { ...session, user: { ...session.user, permissions: ['Common_Admin', 'MDM_Read'] } }
  queryClient.setQueryData(sessionQuery.queryKey, reader)
  const addresses = page.getByRole('region', { name: 'Resource addresses' })
  await expect.element(addresses.getByText('https://mdm.example.com/api/v1/devices')).toBeVisible()
  await expect.element(addresses.getByText('https://mdm.example.com/r', { exact: true })).toBeVisible()
  expect(addresses.getByText('Not reported').elements()).toHaveLength(4)
})
