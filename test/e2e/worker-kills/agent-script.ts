/**
 * An agent that works for a moment, hands the task on to the next phase and leaves a trace of every start: what it began, under which epoch,
 * as which process of which worker. It also looks for somebody who is still at the same piece of work. Every tenth task needs a person's word.
 */
export const AGENT_SCRIPT = `set -eu
trace() { printf '%s %s %s %s %s %s\\n' "$1" "$JERRY_TASK_ID" "$JERRY_EFFECT_KEY" "$JERRY_CLAIM_EPOCH" "$$" "$PPID" >> trace; }
trace begin
grep "^begin $JERRY_TASK_ID $JERRY_EFFECT_KEY " trace | while read -r _ _ _ _ pid _; do
  [ "$pid" != $$ ] && kill -0 "$pid" 2> /dev/null || continue
  case $(ps -o stat= -o args= -p "$pid") in Z*) ;; *agent.sh*) trace beside ;; esac
done
sleep "0.$(( $$ % 8 ))"
delta='{}'
case $JERRY_PHASE in
  planning) to=implementing ;;
  implementing)
    mkdir -p src
    echo "$JERRY_EFFECT_KEY" > "src/$JERRY_TASK_ID"
    to=testing delta='{"artifacts":[{"path":"src/'$JERRY_TASK_ID'"}]}' ;;
  testing)
    to=reviewing
    case $JERRY_TASK_ID in *0) delta='{"issues_raised":[{"issue":"Is it meant so?","severity":"high","suggested_action":"Ask.","requires_human":true}]}' ;; esac ;;
  *) to=completed ;;
esac
printf '{"handoff":{"phase":"%s","state_delta":%s}}' "$to" "$delta" > "$JERRY_OUTCOME_FILE"
trace end
`;
