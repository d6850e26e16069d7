import { type ComponentType, type FunctionComponent, useState } from 'react'
import { browserErrors } from '#contract/problems/browser-errors.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button, Text } from '#ui/layout/layout.ts'
import { hasPart, isUnloaded, useTries } from './use-reload.ts'

/** Loads style sheets that failed to load, because browsers do not retry them. */
async function loadMissingStyles() {
  const missing = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(({ sheet }) => !sheet)
  await Promise.all(
    missing.map(async (link) => {
      const again = link.cloneNode() as HTMLLinkElement
      const { promise, resolve, reject } = Promise.withResolvers()
      again.addEventListener('load', resolve)
      again.addEventListener('error', reject)
      link.replaceWith(again)
      await promise
    }),
  )
}

type Given = { onClose?: () => void }
type Part = ComponentType<Given>

/** Shown instead of a part that failed to load, with automatic retries. */
export const notLoaded = async (
  cause: unknown,
  load: () => Promise<unknown>,
  isBack = false,
): Promise<FunctionComponent<Given>> => {
  if (!isUnloaded(cause)) throw cause
  let loaded: Part | undefined
  const again = async () => {
    await loadMissingStyles()
    loaded = (await load()) as Part
    return loaded
  }
  if (isBack) await again().catch(() => {})
  return (given: Given) => <NotLoaded {...{ given, cause, again, loaded }} />
}

type Props = { given: Given; cause: unknown; again: () => Promise<Part>; loaded: Part | undefined }

function NotLoaded({ given, cause, again, loaded }: Props) {
  const [Part, setPart] = useState(() => loaded)
  // Some browsers cache the failure to load a module until the page is reloaded.
  const [isRemembered, setRemembered] = useState(false)
  const attempt = async () => {
    if (!(await hasPart(cause))) return // the browser would cache another failure
    const part = await again().catch(() => undefined)
    if (part) setPart(() => part)
    else setRemembered(true)
  }
  useTries(Part === undefined && !isRemembered, attempt)
  if (Part) return <Part {...given} />
  const notice = (
    <Notice tone="bad" title={browserErrors.UNLOADED[1]} urgent>
      <Text size="sm">
        {isRemembered
          ? 'The server has it now. Reload the page to load it.'
          : 'It is loaded automatically as soon as the server has it.'}
      </Text>
      <Button size="xs" variant="default" onClick={isRemembered ? () => window.location.reload() : attempt}>
        {isRemembered ? 'Reload the page' : 'Try again'}
      </Button>
    </Notice>
  )
  if (!given.onClose) return notice
  return (
    <Dialog title="Not loaded" onClose={given.onClose}>
      {notice}
    </Dialog>
  )
}
