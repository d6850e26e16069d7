/** Resources that responses depend on and calls change, by service. */
type Resources = {
  session: 'current' | 'account'
  console:
    | 'annotation'
    | 'approval-rule'
    | 'audit'
    | 'calendar-feed'
    | 'connection'
    | 'health'
    | 'job'
    | 'notification'
    | 'schedule'
    | 'value-note'
    | 'view'
  desktop: 'account' | 'accounts' | 'computer' | 'inventory'
  mdm: 'device' | 'command' | 'group' | 'profile' | 'app' | 'user' | 'api-key'
  keys:
    | 'ssh-key'
    | 'ssh-user'
    | 'ssh-resource'
    | 'ssh-association'
    | 'certificate'
    | 'profile'
    | 'request'
    | 'acme'
    | 'acme-order'
    | 'vault'
    | 'vault-key'
    | 'server'
    | 'api-key'
    | 'audit'
}

/** Such as `mdm.device`. */
export type Resource = { [Service in keyof Resources]: `${Service}.${Resources[Service]}` }[keyof Resources]
