// Whether this process lives: exit 0 or 1. For containers, which have no curl.
import { get } from 'node:http'
import { get as getByTls } from 'node:https'

const { TRIPTYCH_ROLE, TRIPTYCH_PORT = '8080', TRIPTYCH_SERVICES_PORT = '8383' } = process.env
const isServices = TRIPTYCH_ROLE === 'services'
const port = isServices ? TRIPTYCH_SERVICES_PORT : TRIPTYCH_PORT
const options = { host: '127.0.0.1', port, path: '/healthz', timeout: 4000, rejectUnauthorized: false }

const asked = (isServices ? getByTls : get)(options, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
asked.on('timeout', () => asked.destroy(new Error('timeout'))).on('error', () => process.exit(1))
