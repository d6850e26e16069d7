import { useQuery } from '@tanstack/react-query'
import { sitePath } from '#contract/session.ts'
import { paths } from '#paths.ts'
import { Anchor, Text } from '#ui/layout/layout.ts'
import { signInOptionsQuery } from './sign-in-options.ts'
import classes from './SignIn.module.css'

/** Current site, and links to the others; nothing if there is only one. */
export function SiteChoice() {
  const { data: options } = useQuery(signInOptionsQuery)
  if (!options || options.sites.length < 2) return null
  const others = options.sites.filter(({ name }) => name !== options.site.name)
  return (
    <nav aria-label="Sites" className={classes.sites}>
      <Text size="sm">
        This is <strong>{options.site.title}</strong>. Other sites:
      </Text>
      <ul>
        {others.map((site) => (
          <li key={site.name}>
            <Anchor size="sm" href={sitePath(site.name) + paths.signIn}>
              {site.title}
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}
