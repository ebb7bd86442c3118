# Does what compose.yaml needs from the entrypoint of the official postgres image. On the first start, creates
# a cluster with a user, a password and a database. Then serves it to the other containers.
set -eu
bin=$(echo /usr/lib/postgresql/*/bin)
as_postgres() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }

chown postgres:postgres /var/lib/postgresql /run/postgresql
if [ ! -e "$PGDATA" ]; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  chown postgres /tmp/password
  as_postgres mkdir -p "$PGDATA"
  as_postgres "$bin/initdb" --pgdata "$PGDATA" --username "$POSTGRES_USER" --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256 --no-sync
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  as_postgres "$bin/pg_ctl" --pgdata "$PGDATA" --wait -o '-c listen_addresses=' start
  as_postgres "$bin/createdb" --username "$POSTGRES_USER" "$POSTGRES_DB"
  as_postgres "$bin/pg_ctl" --pgdata "$PGDATA" --wait stop
fi
exec setpriv --reuid postgres --regid postgres --clear-groups "$bin/postgres" -D "$PGDATA" -c 'listen_addresses=*' "$@"
