import { type SignedIn, sitePath } from '#contract/session.ts'
import { paths } from '#paths.ts'
import { IconCheck, IconSelector } from '#ui/theme/icons.ts'
import classes from './SiteMenu.module.css'

const menuId = 'site-menu'

/**
 * The current site, with links to the others. Each site is a separate document, so that no data is shared between them.
 */
export function SiteMenu({ site, sites }: Pick<SignedIn, 'site' | 'sites'>) {
  return (
    <>
      <button type="button" className={classes.button} popoverTarget={menuId} aria-label={`Site: ${site.title}`}>
        <span className={classes.title}>{site.title}</span>
        <IconSelector size={13} aria-hidden />
      </button>
      <nav id={menuId} popover="auto" className={classes.menu} aria-label="Sites">
        <ul className={classes.sites}>
          {sites.map(({ name, title }) => (
            <li key={name}>
              <a
                href={sitePath(name) + paths.home}
                className={classes.site}
                aria-current={name === site.name ? 'true' : undefined}
              >
                <span>{title}</span>
                {name === site.name && <IconCheck size={16} aria-label="This site" />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
