/** What a person asks for. The agents learn of it what the service tells them. */
export const TASK = {
  task_id: 'BILL',
  task_title: 'Every cent of a bill is accounted for',
  acceptance_criteria: ['12.05 is written 12.05', 'Shares add up to the bill', 'No two shares differ by over a cent'],
};
