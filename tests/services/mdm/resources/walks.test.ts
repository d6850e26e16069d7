import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listApps } from '#contract/mdm/apps.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { addGroupMembers, createGroup, deleteGroup, listGroupMembers, listGroups } from '#contract/mdm/groups.ts'
import { listProfiles } from '#contract/mdm/profiles.ts'
import { createUser, deleteUser, listUsers, updateUser } from '#contract/mdm/users.ts'
import { skipTokenOf } from '#contract/page.ts'
import { fold } from '#services/lists/fold.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { startRunning, type Running } from '../../running.ts'
import { asking } from './asking.ts'
import { runs } from '../../../support/runs.ts'

const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]

describe.each(databases)('lists of resources on $name', ({ name, skip }) => {
  let running: Running
  let call: ReturnType<typeof asking>
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    running = await startRunning({ seed: 'large:120', url: await postgres?.createDatabase('walks') })
    call = asking(running)
    stop = async () => {
      await running.stop()
      await postgres?.stop()
    }
  })
  afterAll(() => stop())

  const lists = [listGroups, listUsers, listApps, listProfiles]
  const idOf = (row: object) => Object.values(row)[0] as string

  test.skipIf(skip).each(lists)('$id: pages of any size and offset are parts of one list', async (endpoint) => {
    const whole = await call.ask(endpoint, { limit: 200 })
    const ids = whole.rows.map(idOf)
    expect(whole.total).toBe(ids.length)
    expect(new Set(ids).size).toBe(ids.length)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.nat(40), async (limit, offset) => {
        const page = await call.ask(endpoint, { limit, offset })
        expect(page.rows.map(idOf)).toEqual(ids.slice(offset, offset + limit))
        expect(page.total).toBe(ids.length)
        expect(page.next === undefined).toBe(offset + limit >= ids.length)
      }),
      { numRuns: runs(5, 15) },
    )
  })

  test.skipIf(skip).each(lists)('$id: a bad page, a foreign token and a made-up one are refused', async (endpoint) => {
    const { next, deltaToken = '' } = await call.ask(endpoint, { limit: 3 })
    const token = skipTokenOf(next)
    for (const query of [
      { 'skip-token': 'x' },
      { 'skip-token': deltaToken },
      { 'skip-token': token, search: 'a' },
      { 'skip-token': token, offset: 3 },
    ])
      expect(await call.refusal(endpoint, query), JSON.stringify(query)).toMatchObject({ code: 'COM0003', status: 400 })
    expect(await call.refusal(endpoint, { 'delta-token': token })).toMatchObject({ code: 'COM0021', status: 400 })
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'offset=-1']) {
      const headers = { authorization: await running.mdmKey() }
      const answer = await running.ask(`${endpoint.path}?${query}`, { headers })
      expect(await answer.json(), query).toMatchObject({ error_code: 'COM0003' })
    }
  })

  test.skipIf(skip)('search equals a plain search through names and addresses', async () => {
    const { rows } = await call.ask(listUsers, { limit: 200 })
    const texts = rows.map(({ user_name = '', user_email = '' }) => `${user_name}\n${user_email}`)
    const part = fc
      .tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({ min: 1, max: 6 }), fc.boolean())
      .map(([text, from, length, upper]) => {
        const found = (text.split('\n')[from % 2] ?? '').slice(from % 8).slice(0, length)
        return upper ? found.toUpperCase() : found
      })
    await fc.assert(
      fc.asyncProperty(fc.oneof(part, fc.constantFrom('%', '_', "'", '@', 'ß', 'zz')), async (search) => {
        const wanted = fold(search.trim())
        const expected = texts.filter((text) => text.split('\n').some((field) => fold(field).includes(wanted)))
        expect((await call.ask(listUsers, { search, limit: 200 })).total).toBe(expected.length)
      }),
      { numRuns: runs(10, 40) },
    )
  })

  test.skipIf(skip)('a walk sees every user that stays once, whatever comes and goes meanwhile', async () => {
    const made = []
    for (let at = 0; at < 30; at += 1) {
      const user = { user_name: `Walker ${at}`, user_email: `walker.${at}@harbour.example` }
      made.push(await call.ask(createUser, user))
    }
    const before = (await call.ask(listUsers, { limit: 200 })).rows.map(({ user_id }) => user_id)
    const leaving = made.filter((_, at) => at % 3 === 1)
    const gone = new Set<string | undefined>()
    const seen: (string | undefined)[] = []
    let number = 0
    for (let token: string | undefined; ;) {
      const page = await call.ask(listUsers, { limit: 9, 'skip-token': token })
      seen.push(...page.rows.map(({ user_id }) => user_id))
      token = skipTokenOf(page.next)
      if (!token) break
      const away = leaving.shift()
      if (away) {
        await call.ask(deleteUser, { user_id: away.user_id ?? '' })
        gone.add(away.user_id)
      }
      for (const start of ['Aaa', 'Mmm', 'Zzz']) {
        number += 1
        const user = { user_name: `${start} ${number}`, user_email: `new.${number}@harbour.example` }
        await call.ask(createUser, user)
      }
    }
    const times = Map.groupBy(seen, (id) => id)
    expect(before.filter((id) => !gone.has(id) && times.get(id)?.length !== 1)).toEqual([])
    expect([...times.values()].filter((ids) => ids.length > 1)).toEqual([])
  })

  test.skipIf(skip)('a delta token brings what changed since, and nothing else', async () => {
    const { deltaToken } = await call.ask(listGroups, { limit: 1 })
    expect((await call.ask(listGroups, { 'delta-token': deltaToken })).rows).toEqual([])
    const { group_id = '' } = await call.ask(createGroup, { name: `Delta ${name}` })
    const [device = ''] = await call.deviceIds({ limit: 1 })
    const made = await call.ask(listGroups, { 'delta-token': deltaToken })
    expect(made.rows.map((group) => group.group_id)).toEqual([group_id])
    await call.ask(addGroupMembers, { group_id, member_ids: [device] })
    const joined = await call.ask(listGroups, { 'delta-token': made.deltaToken })
    expect(joined.rows).toMatchObject([{ group_id, device_count: 1 }])
    await call.ask(deleteGroup, { group_id })
    expect((await call.ask(listGroups, { 'delta-token': joined.deltaToken })).rows).toEqual([])
  })

  test.skipIf(skip)('members are walked like devices, and are the devices of that group', async () => {
    const { group_id = '' } = await call.ask(createGroup, { name: `Members ${name}` })
    const wanted = await call.deviceIds({ platform: 'Platform B' })
    await call.ask(addGroupMembers, { group_id, member_ids: [...wanted, ...wanted] })
    const seen = []
    for (let token: string | undefined; ;) {
      const page = await call.ask(listGroupMembers, { group_id, limit: 4, 'skip-token': token })
      expect(page.total).toBe(wanted.length)
      seen.push(...page.rows.map(({ device_id }) => device_id))
      token = skipTokenOf(page.next)
      if (!token) break
    }
    expect(seen).toEqual(wanted)
    expect(await call.deviceIds({ group_id })).toEqual(wanted)
    expect(await call.deviceIds({ group_id: '7' })).toEqual([])
    expect(await call.refusal(listGroupMembers, { group_id: '7' })).toMatchObject({ code: 'COM0008' })
    const two = await call.ask(createGroup, { name: `Two ${name}` })
    const first = await call.ask(listGroupMembers, { group_id, limit: 4 })
    const foreign = { group_id: two.group_id ?? '', 'skip-token': skipTokenOf(first.next) }
    expect(await call.refusal(listGroupMembers, foreign)).toMatchObject({ code: 'COM0003' })
  })

  test.skipIf(skip)('a renamed user is renamed on the devices, and found there and here by the new name', async () => {
    const [user] = (await call.ask(listUsers, { search: 'Amara Okafor' })).rows
    const user_id = user?.user_id ?? ''
    expect(user?.device_count).toBe(2)
    await call.ask(updateUser, { user_id, user_name: 'Zzyzx Quill', user_email: 'zzyzx@harbour.example' })
    const ids = await call.deviceIds({ search: 'zzyzx' })
    expect(ids).toHaveLength(2)
    expect(await call.deviceIds({ email: 'ZZYZX@harbour.example' })).toEqual(ids)
    const [listed] = (await call.ask(listDevices, { search: 'zzyzx' })).rows
    expect(listed?.user).toEqual({ user_id, user_name: 'Zzyzx Quill', user_email: 'zzyzx@harbour.example' })
    expect((await call.ask(listUsers, { search: 'zzyzx' })).rows.map((found) => found.user_id)).toEqual([user_id])
    expect((await call.ask(listUsers, { search: 'Amara Okafor' })).total).toBe(0)
    expect(await call.refusal(deleteUser, { user_id })).toMatchObject({ code: 'COM0015', status: 412 })
    const taken = { user_name: 'Other', user_email: 'ZZYZX@HARBOUR.example' }
    const message = `A user with the email address ZZYZX@HARBOUR.example already exists: ${user_id}`
    expect(await call.refusal(createUser, taken)).toMatchObject({ code: 'COM0010', status: 409, message })
    expect(await call.refusal(updateUser, { user_id })).toMatchObject({ code: 'COM0009', status: 422 })
  })
})
