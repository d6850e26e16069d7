import { Dialog } from '#ui/dialog/Dialog.tsx'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { Keys } from '#ui/keyboard/Keys.tsx'
import { shortcutGroups, shortcutHelp } from '#ui/keyboard/shortcut-help.ts'
import { isSingleKey } from '#ui/keyboard/shortcuts.ts'
import { useSingleKeys } from '#ui/keyboard/single-keys.ts'
import classes from './KeyboardHelp.module.css'

const single = Object.values(shortcutHelp).flatMap(({ keys }) => keys.filter(isSingleKey))

/** Keyboard shortcuts by context, with a switch for single-character ones. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const [singleKeys, setSingleKeys] = useSingleKeys()
  return (
    <Dialog title="Keyboard shortcuts" size="xl" onClose={onClose}>
      <div className={classes.groups}>
        {shortcutGroups.map(({ title, names }) => (
          <section key={title} aria-label={title} className={classes.group}>
            <h3 className={classes.title}>{title}</h3>
            <dl className={classes.list}>
              {names.map((name) => (
                <div key={name} className={classes.shortcut}>
                  <dt>{shortcutHelp[name].does}</dt>
                  <dd className={classes.keys}>
                    {shortcutHelp[name].keys.map((keys) => (
                      <span key={keys}>
                        <Keys keys={keys} />
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={classes.choice}>
        <CheckboxField
          label="Single-key shortcuts"
          name="single-keys"
          description={`${single.join(' and ')}. Turn them off if they conflict with speech input or other shortcuts.`}
          checked={singleKeys}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
      </div>
    </Dialog>
  )
}
