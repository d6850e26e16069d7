import classes from './KeyChange.module.css'

type Props = { type: string | undefined; known: string | undefined; seen: string | undefined }

/** Compares the known host key with the presented one. */
export const KeyChange = ({ type, known, seen }: Props) => (
  <dl className={classes.change} aria-label="Host key change">
    <div>
      <dt>Known{type ? ` ${type}` : ''}</dt>
      <dd>
        <code>{known || 'Unknown'}</code>
      </dd>
    </div>
    <div>
      <dt>Shown by the host</dt>
      <dd>{seen ? <code>{seen}</code> : 'No key of this type'}</dd>
    </div>
  </dl>
)
