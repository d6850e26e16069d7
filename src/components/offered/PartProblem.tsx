import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { problemOf } from '#api/problem.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { isNotOffered } from '#contract/problems/not-offered.ts'

type Props = { error: Error; of: Endpoint; onRetry?: () => unknown }

/** Why a list or a part of an object cannot be shown: an error, or an operation that the server does not offer. */
export function PartProblem({ error, of: endpoint, onRetry }: Props) {
  const problem = problemOf(error)
  if (isNotOffered(problem)) return <NotOffered of={endpoint} said={problem.message} />
  return <ProblemPanel problem={problem} {...(onRetry && { onRetry: () => void onRetry() })} />
}

type Called = Pick<Endpoint, 'id' | 'summary' | 'method' | 'path'>
type NotOfferedProps = {
  of: Called
  /** Message of the response, which names the missing operation for lists of the console. */
  said?: string
  children?: ReactNode
}

const title = 'Not offered by this server: '

/** Notice for an operation that the server does not offer. */
export const NotOffered = ({ of: endpoint, said = '', children }: NotOfferedProps) =>
  isOfConsole(endpoint.id) ? (
    <OperationNotOffered said={said.startsWith(title) ? said : title + endpoint.summary}>
      {children}
    </OperationNotOffered>
  ) : (
    <PartsNotOffered of={[endpoint]}>{children}</PartsNotOffered>
  )

type PartsProps = { of: readonly Called[]; children?: ReactNode }

/** Several operations that the server does not offer, in one notice. */
export const PartsNotOffered = ({ of: endpoints, children }: PartsProps) =>
  endpoints.length > 0 && (
    <OperationNotOffered
      said={title + endpoints.map(({ summary }) => summary).join('; ')}
      what={
        <>
          It has no{' '}
          {endpoints.map(({ id, method, path }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <code>
                {method} {path}
              </code>
            </Fragment>
          ))}
        </>
      }
    >
      {children}
    </OperationNotOffered>
  )

type StateText = { said: string; what?: ReactNode; children?: ReactNode }

/** The same if only the response names the operation. */
export const OperationNotOffered = ({ said, what = 'It does not have the operation', children }: StateText) => (
  <Notice tone="muted" title={said}>
    <span>
      {what}, or the connection is set not to use it. {children}{' '}
      <Anchor component={Link} to={paths.connections} inherit underline="always">
        Show connections
      </Anchor>
    </span>
  </Notice>
)

/** The console has the operation, but the server lacks an operation that it depends on. */
const isOfConsole = (id: string) => id.startsWith('console.')
