// hono and undici with nothing between them: what a proxy costs at least. node bare-proxy.ts <origin>
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Agent } from 'undici'

const [, , origin = ''] = process.argv
const headers = { 'content-type': 'application/json' }
const agent = new Agent({ connections: 128 })
const app = new Hono().post('/*', async ({ req }) => {
  await req.arrayBuffer()
  const { statusCode, body } = await agent.request({ origin, path: '/api/v1/devices?limit=50', method: 'GET' })
  return new Response(Readable.toWeb(body) as ReadableStream, { status: statusCode, headers })
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) => console.log(`READY ${port}`))
