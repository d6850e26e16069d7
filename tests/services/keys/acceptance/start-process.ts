// Key management in a process of its own: node start-process.ts <folder> <url of the database, or nothing>
import { startRunning } from '../../running.ts'

const [folder = '', url] = process.argv.slice(2)
const running = await startRunning({ folder, keys: {}, ...(url && { url }) })
console.log(`started ${JSON.stringify({ origin: running.keys?.origin })}`)
process.once('SIGTERM', () => {
  running.stop({ keepFolder: true }).then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
