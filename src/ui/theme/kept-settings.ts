import { keepingTables } from '#ui/table/state/stored.ts'
import { colorSchemeManager } from './theme.ts'

/** Signing out clears the browser's storage; the color scheme and how tables look are no secret, and stay. */
export async function keepingSettings<T>(work: () => Promise<T>): Promise<T> {
  const scheme = colorSchemeManager.get('auto')
  try {
    return await keepingTables(work)
  } finally {
    colorSchemeManager.set(scheme)
  }
}
