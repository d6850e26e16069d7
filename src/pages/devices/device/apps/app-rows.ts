import type { DeviceApp } from '#contract/mdm/apps.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { instantOf } from '#contract/time.ts'
import { textOf } from '#contract/words/value-text.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

type Distributed = NonNullable<Device['apps']>[number]
type Installed = NonNullable<Device['installed_apps']>[number]

export const appStates = {
  missing: { label: 'Missing', tone: 'bad', means: 'Distributed to the device but not installed' },
  other: { label: 'Different version', tone: 'warn', means: 'Installed in a different version than distributed' },
  installed: { label: 'Installed', tone: 'ok', means: 'Distributed to the device and installed' },
  own: { label: 'Not distributed', tone: 'muted', means: 'Installed but not distributed to the device' },
  untold: {
    label: 'Unknown',
    tone: 'muted',
    means: 'The server does not report both what was distributed and what is installed',
  },
} as const satisfies Record<string, { label: string; tone: Tone; means: string }>
export type AppState = keyof typeof appStates

export type AppRow = {
  id: string
  appId: string
  name: string
  identifier: string
  state: AppState
  distributed: string
  installed: string
  label: string
  at: Date | undefined
  raw: string
}

type Sides = {
  distributed?: Distributed | undefined
  installed?: Installed | undefined
  listed?: DeviceApp
}

/**
 * Compares distributed with installed apps. The list takes precedence, because records can be truncated; only the
 * record has both versions.
 */
export function appRows(listed: readonly DeviceApp[] | undefined, device: Device): AppRow[] {
  const { apps = [], installed_apps = [] } = device
  const tellsBoth = listed !== undefined || (device.apps !== undefined && device.installed_apps !== undefined)
  const found = new Map<string, Sides>()
  const put = (app: Distributed | Installed, sides: Sides) =>
    found.set(keyOf(app), { ...found.get(keyOf(app)), ...sides })
  for (const app of listed ?? []) {
    put(app, {
      ...(app.is_distributed && { distributed: withoutVersion(app) }),
      ...(app.is_installed && { installed: app }),
      listed: app,
    })
  }
  const isNotDenied = (app: Distributed | Installed, side: 'is_distributed' | 'is_installed') => {
    const inList = found.get(keyOf(app))?.listed
    return !listed || (inList !== undefined && inList[side] !== false)
  }
  for (const app of apps) if (isNotDenied(app, 'is_distributed')) put(app, { distributed: app })
  for (const app of installed_apps) if (isNotDenied(app, 'is_installed')) put(app, { installed: app })
  return [...found].map(([id, sides]) => rowOf(id, sides, tellsBoth))
}

/** The version in the list is that of the installed app, if it is installed: it is removed from the distributed one. */
const withoutVersion = ({ app_version, app_version_code, ...app }: DeviceApp): Distributed =>
  app.is_installed ? app : { ...app, app_version, app_version_code }

const keyOf = ({ app_id, identifier, app_name }: Distributed | Installed) =>
  textOf(app_id) || textOf(identifier) || textOf(app_name)

function rowOf(id: string, { distributed, installed, listed }: Sides, tellsBoth: boolean): AppRow {
  const app = distributed ?? installed ?? listed
  const told = tellsBoth && (!listed || (listed.is_distributed !== undefined && listed.is_installed !== undefined))
  return {
    id,
    appId: textOf(app?.app_id),
    name: textOf(distributed?.app_name) || textOf(installed?.app_name) || textOf(listed?.app_name),
    identifier: textOf(distributed?.identifier) || textOf(installed?.identifier) || textOf(listed?.identifier),
    state: told || (distributed && installed) ? stateOf(distributed, installed) : 'untold',
    distributed: textOf(distributed?.app_version),
    installed: textOf(installed?.app_version),
    label: textOf(installed?.release_label_details?.release_label_name),
    at: instantOf(distributed?.added_time),
    raw: textOf(distributed?.added_time),
  }
}

/** State of an app. A missing version does not count as a different one. */
function stateOf(distributed: Distributed | undefined, installed: Installed | undefined): AppState {
  if (!distributed) return 'own'
  if (!installed) return 'missing'
  const [wanted, there] = [textOf(distributed.app_version), textOf(installed.app_version)]
  return wanted !== '' && there !== '' && wanted !== there ? 'other' : 'installed'
}

export const statesIn = (rows: readonly AppRow[]) =>
  (Object.keys(appStates) as AppState[]).map((state) => ({
    state,
    count: rows.filter((row) => row.state === state).length,
  }))
