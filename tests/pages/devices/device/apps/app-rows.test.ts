import { expect, test } from 'vitest'
import { appRows } from '#pages/devices/device/apps/app-rows.ts'

const mail = { app_id: '1', app_name: 'Mail', app_version: '2.0' }
const chess = { app_id: '2', app_name: 'Chess', app_version: '30' }
const notes = { app_id: '3', app_name: 'Notes', app_version: '1.1' }
const states = (...args: Parameters<typeof appRows>) =>
  Object.fromEntries(
    appRows(...args).map(({ name, state, distributed, installed }) => [name, [state, distributed, installed]]),
  )

test('distributed against installed: missing, another version, installed, and what nobody sent', () => {
  const device = { apps: [mail, notes], installed_apps: [{ ...mail, app_version: '1.9' }, chess] }
  expect(states(undefined, device)).toEqual({
    Mail: ['other', '2.0', '1.9'],
    Notes: ['missing', '1.1', ''],
    Chess: ['own', '', '30'],
  })
})

test('the list of the server decides what is where; the record only adds the versions', () => {
  const listed = [
    { ...mail, app_version: '1.9', is_distributed: true, is_installed: true },
    { ...notes, is_distributed: true, is_installed: false },
  ]
  const device = { apps: [mail, chess], installed_apps: [{ ...mail, app_version: '1.9' }, notes] }
  expect(states(listed, device)).toEqual({ Mail: ['other', '2.0', '1.9'], Notes: ['missing', '1.1', ''] })
})

test('a version that was not sent is no other version', () => {
  const listed = [{ ...mail, is_distributed: true, is_installed: true }]
  expect(states(listed, {})).toEqual({ Mail: ['installed', '', '2.0'] })
})

test('an app without an id goes by its identifier', () => {
  const app = { identifier: 'example.app', app_name: 'App' }
  expect(appRows(undefined, { apps: [app], installed_apps: [app] })).toMatchObject([
    { id: 'example.app', state: 'installed' },
  ])
})

test('what the list does not say of an app is unknown, and neither missing nor not distributed', () => {
  const listed = [{ ...mail, is_distributed: true }, { ...chess, is_installed: true }, notes]
  expect(states(listed, {})).toEqual({
    Mail: ['untold', '2.0', ''],
    Chess: ['untold', '', '30'],
    Notes: ['untold', '', ''],
  })
  expect(states(listed, { apps: [chess] })).toMatchObject({ Chess: ['installed', '30', '30'] })
})
