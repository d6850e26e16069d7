import { buildIfStale } from '#server/build.ts'
import { startServer } from '../tests/support/server.ts'

/** One running product for all specs. Its addresses reach the workers as the environment that they inherit. */
export default async function startProduct() {
  await buildIfStale()
  const { ready, password, stop } = await startServer()
  process.env.E2E_PRODUCT = JSON.stringify({ ...ready, password })
  return stop
}
