import { afterAll, beforeAll, expect, test } from 'vitest'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { startRunning, type Running } from '../running.ts'
import { problemOf, signInTo } from './sign-in.ts'

let running: Running
let stop = () => Promise.resolve()
beforeAll(async () => {
  if (noPostgres) return
  const postgres = await startPostgres()
  running = await startRunning({ url: await postgres.createDatabase('failures') })
  stop = async () => {
    await running.stop()
    await postgres.stop()
  }
})
afterAll(() => stop())

test.skipIf(noPostgres)('wrong passwords are refused, then locked, and other people are not', async () => {
  const signIn = signInTo(running)
  const codeOf = async () => (await problemOf(signIn.withPassword('operator', 'wrong'))).code
  const codes = []
  for (let time = 0; time < 6; time += 1) codes.push(await codeOf())
  expect(codes.slice(0, 5)).toEqual(Array(5).fill('10001'))
  expect(codes.at(-1)).toBe('10005')
  await expect(signIn.withPassword('admin')).resolves.toHaveProperty('auth_data')
})
