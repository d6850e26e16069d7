// npm run conformance -- --connection <name>: compares a server with the references, and says how it differs.
import { examine, type Examined } from './examine.ts'
import { type Examinee, examineeOf, usage } from './examinee.ts'
import { failureExitCode, usageExitCode, worstExitCode } from './exit-code.ts'
import { examineIdentity } from './identity.ts'
import { jsonReport } from './json-report.ts'
import { report } from './report.ts'

try {
  const examinee = await examineeOf(process.argv.slice(2), process.env)
  process.exitCode = failureExitCode
  const all = await examined(examinee).finally(() => void examinee.close())
  if (examinee.json) console.log(JSON.stringify(jsonReport(all), null, 2))
  process.exitCode = worstExitCode(all)
} catch (error) {
  if (process.exitCode === failureExitCode) console.error(error)
  else {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exitCode = usageExitCode
  }
}

async function examined({
  connections,
  identities,
  refreshToken,
  account,
  writes,
  json,
}: Examinee): Promise<Examined[]> {
  const all: Examined[] = []
  const tell = (one: Examined) => {
    all.push(one)
    if (!json) console.log(`${report(one)}\n`)
  }
  for (const connection of connections) {
    tell(await examine(connection, { writes, account: connection.service === 'desktop' ? account : undefined }))
  }
  for (const identity of identities) tell(await examineIdentity({ identity, refreshToken }))
  return all
}
