import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every component of Mantine that is in use has its styles', () => {
  const styles = readFileSync('src/ui/theme/mantine.css', 'utf8')
  const inUse = globSync('src/ui/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:import|export) \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
      ([, names = '']) => names.split(/[\s,]+/).filter(Boolean),
    ),
  )
  const sheetOf = (component: string) => `@mantine/core/styles/${component}.layer.css`
  const missing = new Set(inUse).values().filter((component) => {
    const sheet = sheetOf(component)
    return existsSync(`node_modules/${sheet}`) && !styles.includes(sheet)
  })
  expect([...missing]).toEqual([])
})
