import { type ConfiguredDialect, type Dialect, configuredDialect } from '#contract/dialect.ts'
import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { originOf, origins } from '#contract/origin.ts'
import { findBase } from './base.ts'
import { checkCredentials } from './credential-checks.ts'
import { type Check, type Finding, isEmpty, merged, type Outcome, type Setting } from './finding.ts'
import { checkForms } from './forms.ts'
import { isReadOnly } from './inputs.ts'
import { checkPages } from './pages.ts'
import { checkParameters } from './parameters.ts'
import { checkUnknown, presenceOf } from './presence.ts'
import { probe, type Probed } from './probe.ts'
import { openServer, type ServiceConnection } from './server.ts'
import { type Account, signInTo } from './sign-in.ts'
import { write } from './writes/write.ts'

export type Examined = { connection: ServiceConnection } & (
  | { stopped: string }
  | {
      /** Each operation, spoken to as the connection is configured. */
      findings: Finding[]
      checks: Check[]
      /** The dialect to paste into the connection; undefined where none is needed. */
      proposed?: Setting
      /** What becomes of an operation with it. */
      outcomes: ReadonlyMap<Endpoint, Outcome>
    }
)
export type Ways = {
  account?: Account | undefined
  /** Also call what changes something or reveals a secret. */
  writes?: boolean
}

const maxRounds = 4

/** Everything there is to say of one server. Without `writes`, nothing is changed there and no secret is revealed. */
export async function examine(given: ServiceConnection, { account, writes = false }: Ways = {}): Promise<Examined> {
  const configured = spoken(given.dialect)
  const signedIn = account && (await signInTo(given, account, configured))
  if (signedIn && 'stopped' in signedIn) return { connection: given, ...signedIn }
  const connection: ServiceConnection = signedIn ? { ...given, permissions: signedIn.permissions } : given
  const credential = signedIn ? signedIn.token : await connection.credential?.()
  const base = await findBase(connection, credential, configured)
  if ('stopped' in base) return { connection, ...base }

  const withBase = merged(configured, base.setting) as Dialect
  const pages = await withServer(connection, credential, withBase, (server) =>
    checkPages(server, connection.dialect.pageBase),
  )
  const found = settingsOf(pages)
  const reads = [...endpoints.values()].filter(
    (endpoint: Endpoint) => serviceOf(endpoint) === connection.service && isReadOnly(endpoint),
  )
  const { first, last, speaks } = await rounds(connection, credential, merged(withBase, found) as Dialect, reads)

  return withServer(connection, credential, speaks, async (server) => {
    const known = knownOf(last.findings)
    const others = [...endpoints.values()].filter(
      (endpoint: Endpoint) => serviceOf(endpoint) === connection.service && !reads.includes(endpoint),
    )
    const called = [...(signedIn ? [signedIn.finding] : []), ...(writes ? await write(server) : [])]
    const presence = (await presenceOf(others, known, server)).map(
      (finding) => called.find(({ endpoint }) => endpoint === finding.endpoint) ?? finding,
    )
    const parameters = await checkParameters(last.answers, last.seen, server)
    const checks = [
      ...(await checkCredentials(known, connection, server)),
      await checkUnknown(known, server),
      ...pages,
      parameters,
      ...checkForms(last.answers.values()),
    ]
    const settings = merged(speaksMore(configured, speaks), settingsOf([...pages, parameters, ...presence]))
    return {
      connection,
      findings: [...first, ...presence].map((finding) => withSetting(finding, base.setting)),
      checks,
      outcomes: new Map([...last.findings, ...presence].map(({ endpoint, outcome }) => [endpoint, outcome])),
      ...(!isEmpty(settings) && { proposed: toPaste(connection.dialect, settings) }),
    }
  })
}

/** Asks again with what was found, until nothing more is found; findings keep what was seen at first. */
async function rounds(
  connection: ServiceConnection,
  credential: string | undefined,
  start: Dialect,
  reads: readonly Endpoint[],
): Promise<{ first: Finding[]; last: Probed; speaks: Dialect }> {
  const ask = (dialect: Dialect) => withServer(connection, credential, dialect, (server) => probe(reads, server))
  let [speaks, last] = [start, await ask(start)]
  let first = last.findings
  for (let round = 1; round < maxRounds; round += 1) {
    const next = merged(speaks, settingsOf(last.findings)) as Dialect
    if (JSON.stringify(next) === JSON.stringify(speaks)) break
    ;[speaks, last] = [next, await ask(next)]
    first = first.map((finding, index) => withMore(finding, last.findings[index]))
  }
  return { first, last, speaks }
}

/** What shows only once something else is set right belongs to the same operation. */
function withMore(finding: Finding, later: Finding | undefined): Finding {
  if (!later || later.how.length === 0 || ['fits', 'missing'].includes(finding.outcome)) return finding
  const how = [...new Set([...finding.how, ...later.how])]
  return { ...finding, how, mendedBy: merged(finding.mendedBy ?? {}, later.mendedBy ?? {}) }
}

/** Nothing was answered as it was configured, so whatever fits now fits by that setting. */
function withSetting(finding: Finding, setting: Setting): Finding {
  if (isEmpty(setting) || finding.outcome === 'missing' || finding.outcome === 'not tested') return finding
  const how = ['not answered as the connection is configured', ...finding.how]
  return { ...finding, outcome: 'differs', how, mendedBy: merged(setting, finding.mendedBy ?? {}) }
}

async function withServer<T>(
  connection: ServiceConnection,
  credential: string | undefined,
  dialect: Dialect,
  examined: (server: ReturnType<typeof openServer>) => Promise<T>,
): Promise<T> {
  const server = openServer(connection, credential, dialect)
  try {
    return await examined(server)
  } finally {
    await server.close()
  }
}

const spoken = ({ pageBase, ...rest }: ConfiguredDialect): Dialect => ({
  ...rest,
  pageBase: pageBase === 'auto' ? 0 : pageBase,
})

const settingsOf = (found: readonly { mendedBy?: Setting }[]): Setting =>
  found.reduce<Setting>((all, { mendedBy }) => merged(all, mendedBy ?? {}), {})

/** The operation that others are compared with: one that was answered, and whose path has no ID in it. */
const knownOf = (findings: readonly Finding[]) =>
  findings
    .filter(({ outcome, endpoint }) => ['fits', 'differs'].includes(outcome) && needsNothing(endpoint))
    .map(({ endpoint }) => endpoint)
    .toSorted((one, other) => origins.indexOf(originOf(one)) - origins.indexOf(originOf(other)))
    .at(0)
const needsNothing = ({ path, input, method, permission }: Endpoint) =>
  method === 'GET' && permission !== 'proxy' && targetsNothing(path) && input.safeParse({}).success
const targetsNothing = (path: string) => !path.replace('{version}', '').includes('{')

const speaksMore = (before: Dialect, after: Dialect): Setting =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => {
      return JSON.stringify(before[name as keyof Dialect]) !== JSON.stringify(value)
    }),
  )

/** The whole dialect of the connection: what it has already, with what was found; defaults are left out. */
function toPaste(configured: ConfiguredDialect, settings: Setting): Setting {
  const usual = configuredDialect.parse({})
  const whole = Object.entries({ ...configured, ...merged(configured as Setting, settings) })
  return Object.fromEntries(
    whole.filter(([name, value]) => JSON.stringify(usual[name as keyof typeof usual]) !== JSON.stringify(value)),
  )
}
