import { keepingTables } from '#ui/table/state/stored.ts'
import { colorSchemeManager } from './theme.ts'

/**
 * Runs an operation that clears the browser's storage, such as signing out, and restores the color scheme and the table
 * settings, which are not secret.
 */
export async function keepingSettings<T>(work: () => Promise<T>): Promise<T> {
  const scheme = colorSchemeManager.get('auto')
  try {
    return await keepingTables(work)
  } finally {
    colorSchemeManager.set(scheme)
  }
}
