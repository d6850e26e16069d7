// A server that does nothing but answer: the ceiling of this machine. node bare-server.ts <bytes of an answer>
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageOfDevices } from './page-of-devices.ts'

const body = Buffer.from(pageOfDevices(Number(process.argv[2] ?? 0)))
const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(body))
server.listen(0, '127.0.0.1', () => console.log(`READY ${(server.address() as AddressInfo).port}`))
