// The embedded services as they run in the product: own port, own folder, real database, called over HTTP.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Input, Output, Row } from '#contract/endpoint.ts'
import { fromResponse, toRequest } from '#contract/http.ts'
import { migrations } from '#services/database/migrations.ts'
import { openDatabase } from '#services/database/open.ts'
import type { Seed } from '#services/mdm/seed.ts'
import { startServices } from '#services/services.ts'

type Options = { seed?: Seed; url?: string; demoPassword?: string; demoApiKey?: string; folder?: string }
export type Running = Awaited<ReturnType<typeof startRunning>>

export async function startRunning({ seed = 'empty', url, folder, ...options }: Options = {}) {
  const ownFolder = folder ?? (await mkdtemp(join(tmpdir(), 'triptych-services-')))
  const password = options.demoPassword ?? randomUUID()
  const logged: string[] = []
  const log = (event: string, facts: object) => void logged.push(JSON.stringify({ event, ...facts }))
  const database = await openDatabase({ url, folder: ownFolder, migrations })
  const services = await startServices({ database, port: 0, seed, ...options, demoPassword: password, log })

  /** Any request, below the origin that both services share. */
  const ask = (path: string, init: RequestInit = {}) => fetch(services.mdm + path, init)

  return {
    ...services,
    database,
    folder: ownFolder,
    password,
    logged,
    ask,
    /** A row, in the form the reference states. */
    async call<R extends Row>(row: R, input: Input<R>, authorization?: string): Promise<Output<R>> {
      const { target, method, headers, body } = toRequest(row, input)
      const response = await ask(target, {
        method,
        body,
        headers: { ...headers, ...(authorization && { authorization }) },
      })
      const answer = {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
      return fromResponse(row, answer)
    },
    async stop({ keepFolder = false } = {}) {
      await services.close()
      await database.close()
      if (!keepFolder) await rm(ownFolder, { recursive: true, force: true })
    },
  }
}
