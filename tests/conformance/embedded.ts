import { defaultDialect } from '#contract/dialect.ts'
import type { NamedConnection } from '#proxy/connections.ts'
import { startRunning } from '../services/running.ts'

/** A fresh copy of the embedded services with their demo data, and how to sign in to it. */
export async function embeddedConnections() {
  const running = await startRunning({ seed: 'demo' })
  const at = { name: 'embedded', dialect: defaultDialect }
  const connections: NamedConnection[] = [
    { ...at, service: 'desktop', baseUrl: new URL(running.desktop) },
    { ...at, service: 'mdm', baseUrl: new URL(running.mdm), credential: () => running.mdmKey() },
  ]
  return { connections, close: () => running.stop(), signIn: { username: 'admin', password: running.password } }
}
