import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Kysely } from 'kysely'
import { setDeviceLicenses } from '#services/mdm/licenses.ts'
import type { RateLimit } from '#services/mdm/rate-limit.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { bodyOf } from './json-body.ts'

const count = z.int().check(z.minimum(1), z.maximum(10_000_000))
const rateSwitch = z.strictObject({ per_minute: count })
const licenseSwitch = z.strictObject({ devices: count })

export type Limits = { db: Kysely<DeviceTables>; rate: RateLimit }

/** Limits of calls and enrolled devices in mobile device management; none by default. */
export function limitSwitches({ db, rate }: Limits) {
  const app = new Hono()

  const calls = async () => ({ per_minute: await rate.get() })
  app.get('/rate-limit', async (context) => context.json(await calls()))
  app.delete('/rate-limit', async (context) => {
    await rate.set(null)
    return context.json(await calls())
  })
  app.post('/rate-limit', async (context) => {
    const wanted = await bodyOf(context, rateSwitch)
    if (wanted instanceof Response) return wanted
    await rate.set(wanted.per_minute)
    return context.json(await calls())
  })

  app.delete('/licenses', async (context) => {
    await setDeviceLicenses(db, undefined)
    return context.json({ devices: null })
  })
  app.post('/licenses', async (context) => {
    const wanted = await bodyOf(context, licenseSwitch)
    if (wanted instanceof Response) return wanted
    await setDeviceLicenses(db, wanted.devices)
    return context.json(wanted)
  })
  return app
}
