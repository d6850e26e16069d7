import { Hono } from 'hono'
import * as z from 'zod'
import { type Faults, faultSwitch } from './faults.ts'

type Mailbox = { read(): Promise<unknown[]> }

/** The lab of the demo world: what happened behind the scenes, and switches to let things go wrong. */
export function lab(mailbox: Mailbox, faults: Faults) {
  const app = new Hono()

  app.get('/', (context) => {
    const base = new URL(context.req.url)
    const url = (name: string) => `${base.origin}${base.pathname.replace(/\/$/, '')}/${name}`
    return context.json({
      mailbox: { method: 'GET', url: url('mailbox') },
      faults: {
        method: 'POST',
        url: url('faults'),
        body: { service: 'mdm', code: 'COM0004', times: 1 },
        instead_of_code: [
          { latency_ms: 2000 },
          { drop: true },
          { truncate: true },
          { garbage: true },
          { half_open: true },
        ],
        optional: {
          times: 'for so many requests; without it until cleared',
          path: 'only where the path contains this',
        },
        services: ['mdm', 'desktop'],
        list: 'GET the same address',
        clear: 'DELETE the same address',
      },
    })
  })

  app.get('/mailbox', async (context) => context.json(await mailbox.read()))

  app.get('/faults', (context) => context.json({ faults: faults.list() }))
  app.delete('/faults', (context) => {
    faults.clear()
    return context.json({ faults: faults.list() })
  })
  app.post('/faults', async (context) => {
    // A page of another site can post text, but not JSON, without being asked first (CORS).
    if (!/^application\/json\b/i.test(context.req.header('content-type') ?? '')) {
      return context.json({ error: 'Content-Type must be application/json' }, 415)
    }
    const wanted = faultSwitch.safeParse(await context.req.json().catch(() => undefined))
    if (!wanted.success) return context.json({ error: z.prettifyError(wanted.error) }, 400)
    faults.add(wanted.data)
    return context.json({ faults: faults.list() }, 201)
  })
  return app
}
