import type { FidelityTask, Question } from './fidelity-task.js';

const folded = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ');

const isAnswered = (question: Question, text: string): boolean => {
  const haystack = folded(text);
  return question.answer.every((group) => haystack.includes(folded(group)));
};

export interface Score {
  firstAsked: number;
  firstAnswered: number;
  asked: number;
  answered: number;
  settledShown: number;
  settled: number;
  supersededShown: number;
  superseded: number;
  missed: { slug: string; question: Question }[];
}

export const emptyScore = (): Score => ({
  firstAsked: 0,
  firstAnswered: 0,
  asked: 0,
  answered: 0,
  settledShown: 0,
  settled: 0,
  supersededShown: 0,
  superseded: 0,
  missed: [],
});

const shown = (words: readonly string[], text: string): number => words.filter((group) => folded(text).includes(folded(group))).length;

/** Adds one task's answers to a score. `textFor` gives what the reader has in front of it for a question. */
export const addTask = (
  score: Score,
  task: FidelityTask,
  summary: string,
  textFor: (question: Question) => string = () => summary,
): void => {
  for (const question of task.questions) {
    const hit = isAnswered(question, textFor(question)) ? 1 : 0;
    score.asked += 1;
    score.answered += hit;
    if (question.rank === 1) {
      score.firstAsked += 1;
      score.firstAnswered += hit;
    }
    if (hit === 0) score.missed.push({ slug: task.slug, question });
  }
  score.settled += task.settled.length;
  score.settledShown += shown(task.settled, summary);
  score.superseded += task.superseded.length;
  score.supersededShown += shown(task.superseded, summary);
};

export const percent = (part: number, whole: number): number => (whole === 0 ? 100 : (100 * part) / whole);
