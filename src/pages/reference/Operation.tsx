import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { paths } from '#paths.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { later } from '#ui/layout/later.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { canBeTried, remarksOn, whoMay } from './operation-remarks.ts'
import { findOperation } from './operations-matching.ts'
import classes from './Reference.module.css'
import { tryAddress } from './try-address.ts'
import { UsedBy } from './UsedBy.tsx'

const TryIt = later(async () => (await import('./try/TryIt.tsx')).TryIt)

/** An operation with a form for calling it. */
export function Operation({ id }: { id: string }) {
  const { search } = useLocation()
  const endpoint = findOperation(id)
  const list = tryAddress(search)
  const back = (
    <ActionLink size="xs" to={list}>
      All operations
    </ActionLink>
  )
  if (!endpoint || !canBeTried(endpoint)) {
    return (
      <Page title="API reference">
        <Empty
          title={endpoint ? `${id} cannot be tried here` : `Operation “${id}” not found`}
          hint={endpoint ? 'It belongs to the console, not to one of its services.' : 'Search for it in the list.'}
          action={back}
        />
      </Page>
    )
  }
  const { summary, method, path, source, assumes = [] } = endpoint
  return (
    <Page title={summary} crumbs={[{ label: 'API reference', to: `${paths.reference}${list}` }]} actions={back}>
      <Properties
        items={[
          { label: 'Operation', value: <code>{id}</code>, copy: id },
          {
            label: 'Request',
            value: (
              <code>
                {method} {path}
              </code>
            ),
          },
          { label: 'Permission', value: whoMay(endpoint) },
          { label: 'Source', value: source },
          { label: 'Used by', value: <UsedBy endpoint={endpoint} /> },
          ...[remarksOn(endpoint)].flatMap((remarks) =>
            remarks.length > 0 ? [{ label: 'Notes', value: remarks.join('. ') }] : [],
          ),
        ]}
      />
      {assumes.length > 0 && (
        <details className={classes.assumes} open>
          <summary>Conventions: {assumes.length}</summary>
          <ul className={classes.conventions}>
            {assumes.map((convention) => (
              <li key={convention}>{convention}</li>
            ))}
          </ul>
        </details>
      )}
      <Suspense fallback={<Loading lines={4} />}>
        <TryIt endpoint={endpoint} />
      </Suspense>
    </Page>
  )
}
