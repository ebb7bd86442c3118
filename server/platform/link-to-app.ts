import type { Config } from './config.ts'

/** Returns the URL of a path of the app, based on PUBLIC_URL or else the address it listens on. */
export function linkTo(config: Pick<Config, 'publicUrl' | 'host' | 'port'>, path: string): string {
  return `${config.publicUrl ?? listeningOn(config)}${path}`
}

function listeningOn({ host, port }: Pick<Config, 'host' | 'port'>): string {
  // A wildcard address cannot be opened in a browser.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
