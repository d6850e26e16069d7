// node tests/support/other-dialect.ts <folder>: a second copy of the embedded services, which speaks as other servers
// do, and a file of connections that leads there. Prints the path of the file, and ends when it is told to.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configuredDialect, type Dialect, dialect, quirks } from '#contract/dialect.ts'
import { startRunning } from '../services/running.ts'

const [folder = ''] = process.argv.slice(2)
const { TRIPTYCH_DEMO_PASSWORD: demoPassword } = process.env

/** Nothing that can be another way is the way of the references. */
const given: Partial<Dialect> = {
  version: '1.4',
  prefix: '/api/v1/mdm',
  names: {
    username: 'login_name',
    resource_name: 'computer_name',
    agent_last_contact_time: 'agent_seen_at',
    device_name: 'name_of_device',
    serial_number: 'serial_no',
    last_contact_time: 'seen_at',
    vendor_restricions: 'acme_restricions',
    command_status: 'state_of_command',
    device_list: 'devices_of_list',
  },
  inputData: 'body',
}
const running = await startRunning({
  seed: 'demo',
  folder,
  keys: {},
  ...(demoPassword && { demoPassword }),
  speaks: dialect.parse({ ...given, pageBase: 1, quirks: quirks.filter((quirk) => quirk !== 'no envelope') }),
})
if (!running.keys) throw new Error('Key management does not run')

await writeFile(join(folder, 'keys-credential'), await running.keys.key(), { mode: 0o600 })
const spoken = configuredDialect.parse(given)
const at = (name: string, service: string, base_url: string) => ({ name, service, base_url, dialect: spoken })
const file = join(folder, 'connections.json')
await writeFile(
  file,
  JSON.stringify({
    connections: [
      at('other-desktop', 'desktop', running.desktop),
      at('other-mdm', 'mdm', running.mdm),
      {
        ...at('other-keys', 'keys', running.keys.origin),
        dialect: { inputData: 'body' }, // its names are those of the reference: only where INPUT_DATA travels differs
        credential: { file: 'keys-credential' },
        ca_file: running.keys.ca,
      },
    ],
  }),
)
process.once('SIGTERM', () => void running.stop({ keepFolder: true }).then(() => process.exit(0)))
process.stdout.write(`READY ${JSON.stringify({ file, lab: running.lab })}\n`)
