import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { Kysely } from 'kysely'
import { bodyOf } from '#services/lab/json-body.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { deviceState, deviceSwitch, switchDevice } from './device-switch.ts'
import { readDemoClock, setSpeed, demoTime } from './demo-clock.ts'

export const fastest = 100
const paused = 'paused'
const speedSwitch = z.strictObject({
  speed: z.union([z.literal(paused), z.number().check(z.minimum(1), z.maximum(fastest))], {
    error: `must be "${paused}" or a number from 1 to ${fastest}`,
  }),
})

export type WorldLab = { db: Kysely<DeviceTables>; catchUp: () => Promise<void> }

/** Controls of the demo clock and of demo devices. */
export function worldSwitches({ db, catchUp }: WorldLab) {
  const app = new Hono()

  async function shown() {
    const world = await readDemoClock(db)
    const fleet = await db.selectFrom('fleet').select('seed').executeTakeFirst()
    return {
      seed: fleet?.seed ?? null,
      speed: world.speed === 0 ? paused : world.speed,
      time: new Date(demoTime(world)).toISOString(),
    }
  }
  // Work that was due at the old speed is completed first.
  const run = async (speed: number) => {
    await catchUp()
    await setSpeed(db, speed)
    return shown()
  }

  app.get('/world', async (context) => {
    await catchUp()
    return context.json(await shown())
  })
  app.delete('/world', async (context) => context.json(await run(1)))
  app.post('/world', async (context) => {
    const body = await bodyOf(context, speedSwitch)
    if (body instanceof Response) return body
    return context.json(await run(body.speed === paused ? 0 : body.speed))
  })

  const unknown = (context: Context) => context.json({ error: 'There is no such device' }, 404)
  app.get('/devices/:id', async (context) => {
    const state = await deviceState(db, context.req.param('id'))
    return state ? context.json(state) : unknown(context)
  })
  app.delete('/devices/:id', async (context) => {
    const state = await switchDevice(db, context.req.param('id'))
    return state ? context.json(state) : unknown(context)
  })
  app.post('/devices/:id', async (context) => {
    const body = await bodyOf(context, deviceSwitch)
    if (body instanceof Response) return body
    await catchUp()
    const state = await switchDevice(db, context.req.param('id'), body)
    return state ? context.json(state) : unknown(context)
  })
  return app
}
